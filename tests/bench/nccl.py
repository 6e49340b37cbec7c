"""NCCL's all-reduce of floats through PyTorch, a process a GPU: what tests/bench/several.cu measures of gpu.h."""

import os
import statistics
import torch
import torch.distributed as dist
import torch.multiprocessing as mp


def bench(rank, ranks):
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29511")
    torch.cuda.set_device(rank)
    dist.init_process_group("nccl", rank=rank, world_size=ranks)
    p = torch.rand(1 << 28, device="cuda")
    for n in (1 << 10, 1 << 20, 1 << 24, 1 << 28):
        repeat, us = (10 if n > 1 << 22 else 100), []
        for run in range(8):
            dist.barrier()
            torch.cuda.synchronize()
            begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            begin.record()
            for _ in range(repeat):
                dist.all_reduce(p[:n], op=dist.ReduceOp.MAX)
            end.record()
            end.synchronize()
            us.append(begin.elapsed_time(end) * 1e3 / repeat)
        if rank == 0:
            us = us[1:]
            print(f"NCCL  allreduce of {n:9d} floats on {ranks}: {statistics.median(us):8.1f} us ({min(us):.1f} to {max(us):.1f})", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    mp.spawn(bench, args=(torch.cuda.device_count(),), nprocs=torch.cuda.device_count())
