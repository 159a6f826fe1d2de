"""What a forecast says: its basis, why there is none, and what would change it."""

TEXTS: dict[str, str] = {
    "forecast.basis.fits": "{fits} fits to {points} up to iteration {iteration:,}.",
    "forecast.basis.no_fit": "No fit to {points} up to iteration {iteration:,}.",
    "forecast.basis.evaluations": "{points} evaluations",
    "forecast.basis.batch_losses": "{points} means of batch losses",
    # the learning rate
    "forecast.rate.unknown": "The learning rate is not known.",
    "forecast.rate.constant": "The learning rate is constant at {rate:g}, as the settings say.",
    "forecast.rate.wsd": (
        "The learning rate is stable, then linear, from {first:g} to {last:g} at {end:,}, as the settings say."
    ),
    "forecast.rate.decay": (
        "The learning rate is {schedule} from {first:g} to {last:g} at {end:,}, as the settings say."
    ),
    "forecast.rate.printed_cosine": (
        "The learning rate is cosine to {final:.0%} of the peak at {end:,.0f}: the printed rates follow that."
    ),
    "forecast.rate.printed_linear": (
        "The learning rate is linear to {final:.0%} of the peak at {end:,.0f}: the printed rates follow that."
    ),
    "forecast.rate.printed_only": "The learning rate is printed so far, and follows no schedule that fledge knows.",
    # why there is none
    "forecast.diverged.reason": "The run diverged: its last loss is {loss}.",
    "forecast.diverged.advice": "`fledge explain` says where it began and what to try.",
    "forecast.too_few.evaluations": "Too few evaluations: {count}, and at least {least} are needed.",
    "forecast.too_few.losses": "Too few losses: {count}, and at least {least} are needed.",
    "forecast.too_few.late_evaluations": (
        "Too few evaluations after the first tenth of the run: "
        "they make {points} points, and at least {least} are needed."
    ),
    "forecast.too_few.late_losses": (
        "Too few losses after the first tenth of the run: they make {points} points, and at least {least} are needed."
    ),
    "forecast.too_far.reason": (
        "Too far: iteration {to:,} is {times:.1f} times as far as the run has come, "
        "and its past can't test a forecast of more than {most:.0f} times."
    ),
    "forecast.too_far.advice": "Try --to={nearer}, or ask again at {later:,.0f}.",
    "forecast.warming_up.reason": "The learning rate is still warming up: the course of a curve shows only afterwards.",
    "forecast.rate_raised.reason": (
        "The learning rate was raised again at iteration {iteration:,}: the losses before that tell little now."
    ),
    "forecast.rate_raised.advice": "Forecast from a log that begins there, once it is long enough.",
    "forecast.rising.overfitting": (
        "The val loss is past its lowest: it has risen from {best:.4f} at iteration {iteration:,.0f} to {level:.4f} "
        "while the train loss fell: overfitting."
    ),
    "forecast.rising.reason": (
        "The loss is past its lowest: it has risen from {best:.4f} at iteration {iteration:,.0f} to {level:.4f}."
    ),
    "forecast.rising.advice": "`fledge explain` looks for what went wrong.",
    "forecast.no_fit.reason": "No fit describes this curve: it does not fall.",
    "forecast.growing_gap.reason": (
        "The val loss is about at its lowest: the gap to the train loss has grown from {first:.3f} to {last:.3f}, "
        "and if it keeps growing, overfitting raises val."
    ),
    "forecast.backtest.reason": "The back-test fails: forecasts of the run's own past were off by {error:.1%}.",
    "forecast.uncertain.reason": (
        "Too uncertain: the {coverage:.0%} interval would be {value:.3f} ± {half_interval:.3f}."
    ),
    "forecast.advice.wait": "Ask again when the run has come further.",
    "forecast.advice.log_more_often": "Use a smaller --eval_interval or --log_interval.",
    "forecast.advice.nearer": "Use a nearer --to.",
    "forecast.advice.regularise": "Stop at the best step, or use more text, --dropout or a smaller model.",
    # what would change it
    "forecast.changes.unknown_rate": (
        "The future learning rate is not known; it is assumed to stay as it is, and the interval is wider for that. "
        "Give --learning_rate, --lr_decay_iters, --min_lr, or --config=FILE."
    ),
    "forecast.changes.unknown_rate_at_end": (
        "The future learning rate is not known; half of what a decay to the end would gain is in the value, "
        "and as much in the interval. Give --learning_rate, --lr_decay_iters, --min_lr, or --config=FILE."
    ),
    "forecast.changes.rate": "The learning rate: if it stayed as it is now, {value:.4f}.",
    "forecast.changes.beyond_end": (
        "Beyond max_iters={iterations:,} the schedule is at its end: a new run with a longer schedule does better."
    ),
    "forecast.changes.overfitting": (
        "Overfitting that has not begun: the past does not show it. Watch for val rising while train falls."
    ),
    "forecast.changes.settings": "Another batch size, dropout or dataset from here on: all are assumed to stay.",
}
