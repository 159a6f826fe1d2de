"""The interface of every optimizer here: unscale, step, zero_grad, and the state that a checkpoint must hold."""

from inspect import unwrap

import torch
from torch import Tensor
from torch.amp import GradScaler


class Optimizer(torch.optim.Optimizer):
    """A torch optimizer that a training step can use without knowing its kind.

    torch wraps some methods so that Dynamo skips them, and the wrappers import the compiler at their first call, which
    takes one to three seconds. These methods are never compiled; this removes Dynamo's wrappers.
    """

    add_param_group = unwrap(torch.optim.Optimizer.add_param_group)
    zero_grad = unwrap(torch.optim.Optimizer.zero_grad)
    state_dict = unwrap(torch.optim.Optimizer.state_dict)
    load_state_dict = unwrap(torch.optim.Optimizer.load_state_dict)

    per_micro_batch = False  # whether the work of a step grows with the number of micro-batches

    def unscale(self, scaler: GradScaler) -> None:
        """Undo the loss scaling of float16; does nothing if the scaler is disabled."""
        scaler.unscale_(self)

    def has_finite_gradients(self) -> bool:
        """Whether gradients that are not `.grad` of a parameter, and so not in the gradient norm, are finite here."""
        return True

    def set_dtype(self, dtype: str) -> None:
        """Compute in the dtype of the run, where an optimizer can; weights and state keep theirs."""

    def state_shapes(self, parameter: Tensor) -> dict[str, torch.Size]:
        """The names and shapes of the state that belongs to a parameter."""
        raise NotImplementedError

    def empty_state(self, parameter: Tensor) -> dict[str, Tensor]:
        """Tensors without contents for the state that this process holds of a parameter: a checkpoint fills them."""
        shapes = self.state_shapes(parameter)
        # What is shaped like the parameter is sharded like it.
        return {
            name: torch.empty_like(parameter) if shape == parameter.shape else torch.empty(shape)
            for name, shape in shapes.items()
        }
