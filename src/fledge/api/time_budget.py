"""The time there is for a run: hours, a clock time, energy, or money."""

import re
from datetime import datetime, timedelta

from fledge.common.errors import FledgeError
from fledge.hardware.table import Device
from fledge.options.plan import PlanOptions
from fledge.plan.quantities import POWER_SHARES
from fledge.texts import say

CLOCK = re.compile(r"(?:(\d{4})-(\d{1,2})-(\d{1,2})[ T])?(\d{1,2}):(\d{2})")
LIMITS = ("hours", "until", "kwh", "budget")


def asked_limits(options: PlanOptions) -> list[str]:
    """The options that limit the time, as far as they are given."""
    return [name for name in LIMITS if getattr(options, name)]


def check_limits(options: PlanOptions, now: datetime) -> None:
    """Raises if the options contradict each other, or say too little whatever the device is."""
    given = asked_limits(options)
    if len(given) > 1:
        raise FledgeError(say("best.several_limits", first=f"--{given[0]}", second=f"--{given[1]}"))
    if options.until:
        hours_until(options.until, now)
    if options.budget and not options.price_per_hour and not options.price_per_kwh:
        raise FledgeError(say("best.no_price", budget=options.budget), say("best.give_price"))


def hours_allowed(options: PlanOptions, device: Device, now: datetime) -> float:
    """How long the run may take, by the one limit that is given."""
    if options.hours:
        return options.hours
    if options.until:
        return hours_until(options.until, now)
    watts = options.watts or options.gpu_watts or device.watts
    if options.kwh:
        return options.kwh * 1000 / _power(watts, f"--kwh={options.kwh:g}")
    if options.price_per_hour:
        return options.budget / options.price_per_hour
    power = _power(watts, f"--price_per_kwh={options.price_per_kwh:g}")
    return options.budget / options.price_per_kwh * 1000 / power


def _power(watts: float | None, option: str) -> float:
    """The usual power of a device with these rated watts while it trains."""
    if not watts:
        raise FledgeError(say("best.no_watts", option=option), say("best.give_watts"))
    return POWER_SHARES[1] * watts


def hours_until(clock: str, now: datetime) -> float:
    """Hours from now to 07:00, today or tomorrow, or to a date and time."""
    found = CLOCK.fullmatch(clock.strip())
    if found is None:
        raise FledgeError(say("best.no_clock", clock=clock), say("best.clock_example"))
    year, month, day, hour, minute = (int(part) if part else None for part in found.groups())
    try:
        if year is None or month is None or day is None:
            then = now.replace(hour=hour or 0, minute=minute or 0, second=0, microsecond=0)
            if then <= now:
                then += timedelta(days=1)
        else:
            then = datetime(year, month, day, hour or 0, minute or 0)  # the clock of the user
    except ValueError:
        raise FledgeError(say("best.no_clock", clock=clock), say("best.clock_example")) from None
    if then <= now:
        raise FledgeError(say("best.past", clock=clock), say("best.clock_example"))
    return (then - now) / timedelta(hours=1)
