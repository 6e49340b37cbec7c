"""Every function of gpu.h from its prototypes, for tests/random_calls.py: what each parameter is, how many elements an
array has by the contract, which arrays may be the same, and which sizes may not be 0."""
import ctypes
import re

C = {"float": ("f4", ctypes.c_float), "double": ("f8", ctypes.c_double), "int": ("i4", ctypes.c_int),
     "int32_t": ("i4", ctypes.c_int32), "int64_t": ("i8", ctypes.c_int64), "uint8_t": ("u1", ctypes.c_uint8),
     "uint32_t": ("u4", ctypes.c_uint32), "uint64_t": ("u8", ctypes.c_uint64), "gpu_c32": ("c8", None),
     "gpu_c64": ("c16", None), "gpu_f16": ("f2", None), "gpu_bf16": ("u2", None), "void": ("u1", None)}


class Spec(ctypes.Structure):
    """gpu_gemm_spec."""
    _fields_ = ([(s, ctypes.c_size_t) for s in "m n k".split()] + [(s, ctypes.c_int) for s in ("ta", "tb")]
                + [(s, ctypes.c_double) for s in ("alpha", "beta")]
                + [(s, ctypes.c_size_t) for s in "lda ldb ldc batch stride_a stride_b stride_c".split()])


# How many elements an array has: by the first row whose pattern is the function's name (without a type and _batch) and
# which names the parameter; otherwise n, or the product of rows, cols and the like. p is min(m, n), `each` the number
# of matrices; functions of bytes have elements of `size` bytes.
EXTENTS = [
    (r"(sum|min|max|mean|var|median|quantile|argmin|argmax|logsumexp)_rows|matvec", "out=rows"),
    (r"(sum|min|max|mean|var|median|quantile|argmin|argmax)_cols|vecmat", "out=cols"), (r"matvec", "x=cols"),
    (r"vecmat", "x=rows"), (r"cross_entropy_rows", "loss=rows label=rows"),
    (r".*_row|layer_norm_rows", "row=cols gain=cols bias=cols"), (r".*_col", "col=rows"),
    (r".*_to|.*_from|compress|nonzero|unique", "count=1 a=1"), (r".*_to", "out=1"), (r"irfft", "x=(n//2+1)*(n>0)"),
    (r"rfft|rfftfreq", "out=(n//2+1)*(n>0)"), (r"irfft_rows|irfft2", "x=rows*(cols//2+1)"),
    (r"rfft_rows|rfft2", "out=rows*(cols//2+1)"), (r"irfft3", "x=depth*rows*(cols//2+1)"),
    (r"rfft3", "out=depth*rows*(cols//2+1)"), (r"(top|bottom)_rows", "values=rows*k index=rows*k"),
    (r"top|bottom", "values=k index=k"), (r"searchsorted", "sorted=m index=n x=n"), (r"gather", "x=count"),
    (r"scatter", "out=count"), (r"histogram|bincount.*", "counts=bins sums=bins"), (r"outer", "out=m*n x=m y=n"),
    (r"conv1d", "h=width"), (r"conv2d", "h=h_rows*h_cols"), (r"fft_(convolve|correlate)", "out=n+m-1 x=n h=m"),
    (r"matmul", "c=m*n a=m*k b=k*n"), (r"gemm", "c=c_extent a=a_extent b=b_extent"),
    (r"qr", "q=each*m*p r=each*p*n a=each*m*n"), (r"svd|svdvals", "u=each*m*p values=each*p vt=each*p*n a=each*m*n"),
    (r"lstsq", "x=each*n*k b=each*m*k a=each*m*n"), (r"pinv|cond|norm_matrix", "out=each*n*m a=each*m*n"),
    (r"solve.*|inv|lu|det|slogdet|cholesky.*|eig.*|matrix_power", "a=each*n*n t=each*n*n l=each*n*n lu=each*n*n "
     "vectors=each*n*n pivots=each*n x=each*n*k b=each*n*k out=each*n*n values=each*n"),
    (r".*", "det=each sign=each logarithm=each norm=each cond=each info=each rank=each"),
]
# Inputs that the output may be: each with the output at its place.
IN_PLACE = [
    (r"exp|log|exp2|log2|log10|sin|cos|tanh|sigmoid|pow|atan2|sqrt|cbrt|exp10|expm1|log1p|tan|sinpi|cospi|asin|acos|"
     r"atan|sinh|cosh|erf|erfc|rsqrt|hypot|floor|ceil|round|reciprocal|square|sign|abs|clip|minimum|maximum|div|"
     r"(add|sub|mul|div|axpy|scale)(_scalar|_from)?|scalar_(sub|div)|cumsum(_exclusive)?|normalize|mask_.*|sort|where|"
     r"cast|i?fft(_rows|_cols|_axis|2|3)?|complex_scale", "x y"), (r"where", "mask"), (r"(axpy|scale)_from", "a"),
    (r"(add|sub|mul|div)_(row|col)", "m"),
    (r"cumsum_(rows|cols)|(log_)?softmax_rows|layer_norm_rows|sort_rows|lu|inv|cholesky|matrix_power", "a"),
    (r"sort_pairs", "keys values"), (r"complex_(add|sub|mul|mul_conj)", "a b"), (r".*solve.*", "b")]
POSITIVE = [(r".*_(rows|cols|row|col)|transpose|matvec|vecmat|median3x3|stencil5|conv2d|i?r?fft[23]|i?fftshift2",
             "rows cols h_rows h_cols depth"),
            (r"i?r?fft(_axis|shift)?|(arg)?(min|max)(_to)?|(median|quantile)(_to)?", "outer n inner"),
            (r"moving_average|conv1d", "width"), (r"fft_convolve|fft_correlate", "n m"),
            (r"histogram|bincount.*", "bins")]
LINEAR = r"solve.*|inv|lu|det|slogdet|cholesky.*|eigh|eigvalsh|qr|svd|svdvals|lstsq|pinv|cond|norm_matrix|matrix_power"
PARTIAL = r"compress|nonzero|unique|scatter|gemm|each_reduce_scatter"  # outputs that are not wholly written
NULLABLE = {"info", "rank", "gain", "bias", "counts", "inverse", "index"}  # where the contract says so: see `optional`


class Parameter:
    def __init__(self, text):
        text, self.name = re.match(r"(.*?)(\w+)$", text).groups()
        self.array, self.const = "*" in text, "const" in text
        self.type = re.sub(r"const|\*| ", "", text)
        self.enum = self.type.startswith("gpu_") and not self.array and self.type != "gpu_gemm_spec"
        self.size = self.type == "size_t" and self.name not in ("size", "value_size")
        self.passed = (ctypes.c_void_p if self.array else Spec if self.type == "gpu_gemm_spec" else ctypes.c_int
                       if self.enum else ctypes.c_size_t if self.type == "size_t" else C[self.type][1])


class Function:
    """A prewritten function: name as in C, base without gpu_ and the type, stem also without _batch."""
    def __init__(self, returns, name, parameters):
        self.name, self.returns = name, returns
        self.parameters = [Parameter(p.strip()) for p in parameters.split(",")]
        self.base = re.sub(r"(_(f32|f64|i32|i64|u8|u32|u64|bf16|f16|tf32|bytes))+$", "", name[4:])
        self.stem = self.base.replace("_batch", "")
        self.arrays = [p for p in self.parameters if p.array]
        self.outs, self.ins = [p for p in self.arrays if not p.const], [p for p in self.arrays if p.const]
        self.sizes = [p.name for p in self.parameters if p.size]
        self.linear, self.partial = bool(re.fullmatch(LINEAR, self.stem)), bool(re.fullmatch(PARTIAL, self.stem))
        words = lambda table: " ".join(w for pattern, w in table if re.fullmatch(pattern, self.stem)).split()
        found = dict(w.split("=") for w in reversed(words(EXTENTS)))
        plain = "*".join(s for s in self.sizes if s in "n rows cols depth outer inner".split())
        self.extents = {p.name: compile(found.get(p.name, plain), "extent of " + p.name, "eval") for p in self.arrays}
        self.positive = set(words(POSITIVE)) & set(self.sizes) or {"m", "n"} & set(self.sizes if self.linear else "")
        self.in_place = [p for p in words(IN_PLACE) if p in self.extents]
        self.optional = {p.name for p in self.arrays if p.name in NULLABLE and not
                         re.fullmatch("argsort.*|nonzero|gather|scatter|searchsorted|bincount|histogram", self.stem)}
        self.argtypes = [p.passed for p in self.parameters]
        self.restype = ctypes.c_int if returns == "gpu_status" else C[returns][1]


def read(header):
    """All prewritten functions; the names of all others that are public; the values of the enumerations."""
    text = open(header, encoding="utf-8").read()
    found = re.findall(r"^GPU_OP (\w+) (gpu_\w+)\(([^;]*)\);", text, re.M)
    enums = {name: [int(v or k) for k, (_, v) in enumerate(re.findall(r"(GPU_\w+)(?: = (\d+))?", body))]
             for body, name in re.findall(r"^typedef enum \w+ \{([^}]*)\} (gpu_[a-z]\w*);", text, re.M)}
    others = set(re.findall(r"^GPU_API [^(;]*?[ *](gpu_[a-z0-9]\w*)\([^;{]*\);", text, re.M))
    return [Function(r, n, re.sub(r"\s+", " ", p)) for r, n, p in found], others, enums
