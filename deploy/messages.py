"""Extract the words of source and templates into the Chinese catalogue, keep it sorted, and compile it."""

import subprocess
import sys
from io import BytesIO

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from check import CATALOGUE, MESSAGES, ROOT


def main() -> int:
    subprocess.run([sys.executable, "manage.py", "makemessages", *MESSAGES], cwd=ROOT, check=True)
    catalogue = read_po(BytesIO(CATALOGUE.read_bytes()), locale="zh_Hans", ignore_obsolete=True)
    for message in catalogue:
        if message.fuzzy:  # a guess of gettext's is not a translation
            message.flags.discard("fuzzy")
            message.string = ("",) if message.pluralizable else ""
    with CATALOGUE.open("wb") as file:
        write_po(file, catalogue, width=0, sort_output=True, ignore_obsolete=True)
    with CATALOGUE.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalogue)
    missing = [message.id for message in catalogue if message.id and not (message.string and all(message.string))]
    for one in missing:
        print(f"not translated: {one!r}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
