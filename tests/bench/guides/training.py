"""Gradients and training as JAX and PyTorch have them; the examples that lines.py names have the same by the tape, on the
same data and sizes: `training.py cores` on a CPU, else on the GPU. lines.py counts the lines from a mark `# lines:` to the
measurement after it."""

import os
import sys

where = "cpu" if "cores" in sys.argv else "cuda"
if where == "cpu":
    os.environ["JAX_PLATFORMS"] = "cpu"
from common import jax, library, measure, torch

numpy = library("numpy")
random = numpy.random.default_rng(1)
inside, parameters = numpy.linspace(0, 2, 64), random.standard_normal((3, 5))
features = random.standard_normal((100000, 32), "f4")
truth = numpy.array([(1 if k % 2 else -1) * (k % 5) * 0.25 for k in range(32)], "f4")
signs = numpy.where(random.random(100000) < 1 / (1 + numpy.exp(-features @ truth)), 1, -1).astype("f4")
spot = numpy.arange(8192)
radius, arm = 0.05 + 0.9 * (spot * 3001 % 8192) / 8192, spot % 2
points = (radius * numpy.stack([numpy.cos(9 * radius + numpy.pi * arm), numpy.sin(9 * radius + numpy.pi * arm)])).T.astype("f4")
batches, arms = points.reshape(16, 512, 2), arm.astype("f4").reshape(16, 512, 1)
FONT = "7555726227 7174771317 5571174717 7475771222 7575775717".replace(" ", "")
digit = numpy.arange(64 * 256) % 10
images = 0.3 * random.random((digit.size, 1, 12, 12), "f4")
for image, d in zip(images, digit):
    rows = [[int(FONT[5 * d + r]) >> (2 - c) & 1 for c in range(3)] for r in range(5)]
    top, left = random.integers(3), random.integers(7)
    image[0, top:top + 10, left:left + 6] += numpy.kron(rows, numpy.ones((2, 2), "f4")) * random.uniform(0.4, 1)
images, digit = images.reshape(64, 256, 1, 12, 12), digit.reshape(64, 256)

if jax and (where == "cpu" or jax.default_backend() == "gpu"):
    np, grad, jit, tree = jax.numpy, jax.grad, jax.jit, jax.tree_util.tree_map
    jax.config.update("jax_enable_x64", True)  # for the first; the other arrays are floats
    jax.config.update("jax_default_matmul_precision", "highest")
    normal = lambda seed, *shape: jax.random.normal(jax.random.PRNGKey(seed), shape, "f4")
    x, p = np.asarray(inside), np.asarray(parameters)

    # lines:
    def y(p, x):
        w, b, c = p
        return np.tanh(w * x + b) @ c

    @jit
    @grad
    def residual_gradient(p, x):
        residual = jax.vmap(lambda x: grad(y, 1)(p, x) + y(p, x))(x)
        return (residual**2).mean() + (y(p, 0.0) - 1) ** 2

    measure("y' = -y, a gradient", "JAX", lambda: residual_gradient(p, x))
    x, label = np.asarray(features), np.asarray(signs)

    # lines:
    @jit
    def regression_step(w, x, label):
        loss, g = jax.value_and_grad(lambda w: jax.nn.softplus(-label * (x @ w)).mean())(w)
        return loss, w - 2 * g

    def regression():
        w, losses = np.zeros(32, "f4"), []
        for _ in range(150):
            loss, w = regression_step(w, x, label)
            losses.append(float(loss))
        return losses

    measure("logistic regression, 150 steps", "JAX", regression, 3)
    x, label = np.asarray(batches), np.asarray(arms)

    # lines:
    def network_loss(w, x, label):
        for m, b in w[:-1]:
            x = np.tanh(x @ m + b)
        z = x @ w[-1][0] + w[-1][1]
        return (jax.nn.softplus(z) - z * label).mean()

    @jit
    def network_step(w, m, v, s, x, label):
        g, s = grad(network_loss)(w, x[s % 16], label[s % 16]), s + 1
        m, v = tree(lambda m, g: 0.9 * m + 0.1 * g, m, g), tree(lambda v, g: 0.999 * v + 0.001 * g * g, v, g)
        rate, root = 0.01 / (1 - np.float32(0.9) ** s), 1 / np.sqrt(1 - np.float32(0.999) ** s)
        return tree(lambda w, m, v: w - rate * m / (np.sqrt(v) * root + 1e-8), w, m, v), m, v, s

    def network():
        w = [(normal(i + o, i, o) / i**0.5, np.zeros(o, "f4")) for i, o in ((2, 64), (64, 64), (64, 1))]
        m, v, s = tree(np.zeros_like, w), tree(np.zeros_like, w), np.int32(0)
        for _ in range(200):
            w, m, v, s = network_step(w, m, v, s, x, label)
        return w

    measure("neural network, 200 steps", "JAX", network, 3)
    x, label = np.asarray(images), np.asarray(digit)

    # lines:
    def digits_loss(w, x, label):
        h = jax.lax.conv(x, w[0], (1, 1), "VALID")
        h = jax.lax.reduce_window(h, -np.inf, jax.lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")
        h = np.tanh(h + w[1][:, None, None]).reshape(len(x), -1)
        return -np.take_along_axis(jax.nn.log_softmax(h @ w[2] + w[3]), label[:, None], 1).mean()

    @jit
    def digits_step(w, m, s, x, label):
        loss, g = jax.value_and_grad(digits_loss)(w, x[s % 64], label[s % 64])
        m = tree(lambda m, g: 0.9 * m + g, m, g)
        return loss, tree(lambda w, m: w - 0.05 * m, w, m), m, s + 1

    def digits():
        w = [0.2 * normal(1, 8, 1, 5, 5), np.zeros(8, "f4"), 0.1 * normal(2, 128, 10), np.zeros(10, "f4")]
        m, s, losses = tree(np.zeros_like, w), np.int32(0), []
        for _ in range(1000):
            loss, w, m, s = digits_step(w, m, s, x, label)
            losses.append(loss)
        return losses

    measure("digits, 1000 steps", "JAX", digits, 3)

if torch and (where == "cpu" or torch.cuda.is_available()):
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False
    torch.set_default_device(where)
    F, nn, of = torch.nn.functional, torch.nn, lambda a: torch.tensor(a, device=where)
    x, p = of(inside).requires_grad_(), of(parameters).requires_grad_()

    # lines:
    def residual_gradient():
        w, b, c = p
        y = torch.tanh(torch.outer(x, w) + b) @ c
        (slope,) = torch.autograd.grad(y.sum(), x, create_graph=True)
        loss = ((slope + y) ** 2).mean() + (y[0] - 1) ** 2
        return torch.autograd.grad(loss, p)

    measure("y' = -y, a gradient", "PyTorch", residual_gradient)
    x, label = of(features), of(signs)

    # lines:
    def regression():
        w, losses = torch.zeros(32, requires_grad=True), []
        descent = torch.optim.SGD([w], 2)
        for _ in range(150):
            descent.zero_grad()
            loss = F.softplus(-label * (x @ w)).mean()
            loss.backward()
            descent.step()
            losses.append(loss.item())
        return losses

    measure("logistic regression, 150 steps", "PyTorch", regression, 3)
    x, label = of(batches), of(arms)

    # lines:
    def network():
        net = nn.Sequential(nn.Linear(2, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 1))
        adam = torch.optim.Adam(net.parameters(), 0.01)
        for s in range(200):
            adam.zero_grad()
            F.binary_cross_entropy_with_logits(net(x[s % 16]), label[s % 16]).backward()
            adam.step()
        return net

    measure("neural network, 200 steps", "PyTorch", network, 3)
    x, label = of(images), of(digit)

    # lines:
    def digits():
        net = nn.Sequential(nn.Conv2d(1, 8, 5), nn.MaxPool2d(2), nn.Tanh(), nn.Flatten(), nn.Linear(128, 10))
        descent, losses = torch.optim.SGD(net.parameters(), 0.05, 0.9), []
        for s in range(1000):
            descent.zero_grad()
            loss = F.cross_entropy(net(x[s % 64]), label[s % 64])
            loss.backward()
            descent.step()
            losses.append(loss.detach())
        return losses

    measure("digits, 1000 steps", "PyTorch", digits, 3)
