"""Every message's English text by its key. A key begins with its area: `finding.plateau.title`."""

from fledge.texts import compare, findings, forecast, glossary, plan

CATALOG: dict[str, str] = {**findings.TEXTS, **glossary.TEXTS, **forecast.TEXTS, **compare.TEXTS, **plan.TEXTS}
