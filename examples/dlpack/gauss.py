"""Arrays of NumPy, CuPy, PyTorch and JAX into a function of a C library and back, without a copy, by DLPack: nothing but
ctypes. Build the library as gauss.cu says, then

    python3 examples/dlpack/gauss.py ./libgauss.so

The first half is what such a module needs (Taken: an array of another library; Array: memory of gpu.h that others take);
the second runs it with each of the four libraries that is installed, and compares values and addresses."""

import ctypes
import math
import sys
from ctypes import c_char_p, c_int, c_size_t, c_ssize_t, c_void_p, pythonapi, py_object

F32 = 0  # GPU_F32
CPU = -1  # GPU_CPU
DL_CPU, DL_CUDA = 1, 2


class Tensor(ctypes.Structure):  # gpu_tensor
    _fields_ = [("p", c_void_p), ("type", c_int), ("dims", c_int), ("shape", c_size_t * 8), ("n", c_size_t), ("device", c_int), ("read_only", c_int)]


RELEASE = ctypes.CFUNCTYPE(None, c_void_p)
library = ctypes.CDLL(sys.argv[1] if len(sys.argv) > 1 else "./libgauss.so")
for name, result, *arguments in (
    ("gpu_to_dlpack", c_void_p, c_void_p, c_int, RELEASE, c_void_p),
    ("gpu_from_dlpack", c_int, c_void_p, c_void_p, c_int, c_int),
    ("gpu_dlpack_delete", None, c_void_p, c_int),
    ("gpu_dlpack_stream", c_ssize_t),
    ("gpu_dlpack_ready", c_int, c_ssize_t),
    ("gpu_malloc", c_void_p, c_size_t),
    ("gpu_free", c_int, c_void_p),
    ("gpu_use", c_int, c_int),
    ("gpu_device", c_int),
    ("gpu_device_count", c_int),
    ("gpu_sync", c_int),
    ("gpu_error_message", c_char_p),
    ("gauss", c_int, c_void_p, c_void_p, c_size_t),
):
    function = getattr(library, name)
    function.restype, function.argtypes = result, arguments

DESTRUCTOR = ctypes.CFUNCTYPE(None, c_void_p)
for name, result, *arguments in (
    ("PyCapsule_New", py_object, c_void_p, c_char_p, c_void_p),
    ("PyCapsule_GetName", c_char_p, py_object),
    ("PyCapsule_GetPointer", c_void_p, py_object, c_char_p),
    ("PyCapsule_SetName", c_int, py_object, c_char_p),
):
    function = getattr(pythonapi, name)
    function.restype, function.argtypes = result, arguments
# In a destructor the capsule has no references any more: it is passed as an address, by functions of their own.
valid = ctypes.PYFUNCTYPE(c_int, c_void_p, c_char_p)(("PyCapsule_IsValid", pythonapi))
pointer_in = ctypes.PYFUNCTYPE(c_void_p, c_void_p, c_char_p)(("PyCapsule_GetPointer", pythonapi))
NAMES = (b"dltensor", b"dltensor_versioned")
USED = (b"used_dltensor", b"used_dltensor_versioned")  # a capsule keeps the address of its name, so these live on


def check(status):
    if status:
        raise ValueError(library.gpu_error_message().decode())


class Taken:
    """with Taken(x) as t: the memory of x, as t.p, t.n and t.shape, on the device where it is."""

    def __init__(self, x, type=F32):
        kind, device = x.__dlpack_device__()
        check(library.gpu_use(device if kind == DL_CUDA else CPU))
        stream = library.gpu_dlpack_stream() or None
        try:
            capsule = x.__dlpack__(stream=stream, max_version=(1, 0))
        except TypeError:  # the library is older than version 1
            capsule = x.__dlpack__(stream=stream)
        name = pythonapi.PyCapsule_GetName(capsule)
        self.versioned = NAMES.index(name)
        self.managed = pythonapi.PyCapsule_GetPointer(capsule, name)
        self.tensor = Tensor()
        check(library.gpu_from_dlpack(ctypes.byref(self.tensor), self.managed, self.versioned, type))  # else the capsule deletes it
        pythonapi.PyCapsule_SetName(capsule, USED[self.versioned])

    def __enter__(self):
        return self.tensor

    def __exit__(self, *unused):
        library.gpu_dlpack_delete(self.managed, self.versioned)


class Array:
    """New memory of gpu.h on the current device; what another library made of it by from_dlpack keeps it alive."""

    exported = {}  # those that a managed tensor refers to, by its number

    def __init__(self, shape, type=F32, size=4):
        self.device, self.dims = library.gpu_device(), tuple(shape)
        self.tensor = Tensor(type=type, dims=len(self.dims), shape=(c_size_t * 8)(*self.dims))
        self.tensor.p = library.gpu_malloc(size * math.prod(self.dims))
        if not self.tensor.p:
            raise MemoryError(library.gpu_error_message().decode())

    def __del__(self):
        if self.tensor.p:
            library.gpu_use(self.device)
            library.gpu_sync()  # work that a consumer has queued may still use it
            library.gpu_free(self.tensor.p)

    def __dlpack_device__(self):
        return (DL_CPU, 0) if self.device == CPU else (DL_CUDA, self.device)

    def __dlpack__(self, stream=None, max_version=None, dl_device=None, copy=None):
        if copy or dl_device not in (None, self.__dlpack_device__()):
            raise BufferError("this array can only be shared where it is")
        check(library.gpu_use(self.device))
        check(library.gpu_dlpack_ready(stream or 0))
        versioned = int(max_version is not None and max_version[0] >= 1)
        number = id(self)
        holders = Array.exported.setdefault(number, [])
        holders.append(self)
        managed = library.gpu_to_dlpack(ctypes.byref(self.tensor), versioned, released, number)
        if not managed:
            raise BufferError(library.gpu_error_message().decode())
        return pythonapi.PyCapsule_New(managed, NAMES[versioned], ctypes.cast(unused_capsule, c_void_p))


@RELEASE
def released(number):  # the consumer is done with a tensor
    Array.exported[number].pop()
    if not Array.exported[number]:
        del Array.exported[number]


@DESTRUCTOR
def unused_capsule(capsule):  # nobody took the tensor
    for versioned, name in enumerate(NAMES):
        if valid(capsule, name):
            library.gpu_dlpack_delete(pointer_in(capsule, name), versioned)


def gauss(x):
    """exp(-x^2) of an array of any library, as an Array on the same device."""
    with Taken(x) as t:
        out = Array(t.shape[: t.dims])
        check(library.gauss(out.tensor.p, t.p, t.n))
        return out


def gauss_in_place(x):
    with Taken(x) as t:
        if t.read_only:
            raise ValueError("the array is read-only")
        check(library.gauss(t.p, t.p, t.n))
        return t.p


# ------------------------------------------------------------------------------------------------------------------------


def libraries():
    """name, an array of the numbers, from_dlpack, the address of an array, its numbers as a list"""
    numbers = [k / 8 - 3 for k in range(48)]
    try:
        import numpy
        yield "NumPy", lambda: numpy.array(numbers, "f4").reshape(6, 8), numpy.from_dlpack, lambda a: a.ctypes.data, lambda a: a.ravel().tolist()
    except ImportError:
        pass
    try:
        import torch
        places = ["cpu"] + (["cuda"] if torch.cuda.is_available() and library.gpu_device_count() > 0 else [])
        for place in places:
            yield f"PyTorch, {place}", lambda: torch.tensor(numbers, device=place).reshape(6, 8), torch.from_dlpack, lambda a: a.data_ptr(), lambda a: a.ravel().tolist()
    except ImportError:
        pass
    if library.gpu_device_count() == 0:
        return
    try:
        import cupy
        yield "CuPy", lambda: cupy.array(numbers, "f4").reshape(6, 8), cupy.from_dlpack, lambda a: a.data.ptr, lambda a: a.ravel().tolist()
    except ImportError:
        pass
    try:
        import jax
        yield "JAX", lambda: jax.numpy.array(numbers, "float32").reshape(6, 8), jax.dlpack.from_dlpack, lambda a: a.unsafe_buffer_pointer(), lambda a: a.ravel().tolist()
    except ImportError:
        pass


def main():
    ok, runs = True, 0
    for name, make, from_dlpack, address, values in libraries():
        x = make()
        before = values(x)
        expected = [math.exp(-v * v) for v in before]
        out = gauss(x)
        y = from_dlpack(out)
        error = max(abs(a - b) for a, b in zip(values(y), expected))
        with Taken(x) as t:
            same = address(y) == out.tensor.p and address(x) == t.p and tuple(y.shape) == (6, 8)
        text = f"{name:14} device {out.device:2}: error {error:.1e}, no copy: {same}"
        if name != "JAX":  # whose arrays are immutable
            at = gauss_in_place(x)
            in_place = at == address(x) and max(abs(a - b) for a, b in zip(values(x), expected)) < 1e-6
            text += f", in place: {in_place}"
            same = same and in_place
            try:
                gauss(make()[:, ::2])
                same = False
            except ValueError as refused:
                text += f"\n    x[:, ::2]: {str(refused).split(': ', 1)[-1]}"
        print(text)
        ok = ok and same and error < 1e-6
        runs += 1
        del x, y, out
    ok = ok and runs > 0 and not Array.exported
    print("PASSED" if ok else "FAILED")
    return not ok


if __name__ == "__main__":
    sys.exit(main())
