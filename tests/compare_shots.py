"""Two folders of pictures, as `make shots` takes them: which differ, and by how much.

python -m tests.compare_shots /tmp/before var/shots [/tmp/difference]

Prints a line for every pair that differs, with the share of its points, and ends with 1 if there is one. The
third folder gets a picture of each such pair, red where they differ. The browser reads the pictures.
"""

from __future__ import annotations

import asyncio
import sys
from base64 import b64decode, b64encode
from pathlib import Path

from playwright.async_api import Page

from tests.browser.chromium import chromium

COMPARE = """async ([old, fresh, draws]) => {
  const images = await Promise.all([old, fresh].map(async (png) =>
    createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob())));
  const [width, height] = ["width", "height"].map((side) => Math.max(...images.map((image) => image[side])));
  const canvas = new OffscreenCanvas(width, height);
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  const [a, b] = images.map((image) => {
    brush.clearRect(0, 0, width, height);
    brush.drawImage(image, 0, 0);
    return brush.getImageData(0, 0, width, height);
  });
  let points = 0;
  for (let at = 0; at < a.data.length; at += 4) {
    const differs = [0, 1, 2, 3].some((part) => a.data[at + part] !== b.data[at + part]);
    points += differs;
    const grey = 160 + (a.data[at] + a.data[at + 1] + a.data[at + 2]) / 8;
    a.data.set(differs ? [220, 0, 0, 255] : [grey, grey, grey, 255], at);
  }
  if (!points || !draws) return [points / (width * height), ""];
  brush.putImageData(a, 0, 0);
  const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
  return [points / (width * height), btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))];
}"""


async def compare(page: Page, old: Path, fresh: Path, drawing: Path | None = None) -> float:
    """The share of points that differ."""
    if old.read_bytes() == fresh.read_bytes():
        return 0.0
    pictures = [b64encode(path.read_bytes()).decode() for path in (old, fresh)]
    share, drawn = await page.evaluate(COMPARE, [*pictures, drawing is not None])
    if drawing and drawn:
        drawing.parent.mkdir(parents=True, exist_ok=True)
        drawing.write_bytes(b64decode(drawn))
    return float(share)


async def compare_all(old: Path, fresh: Path, drawings: Path | None) -> int:
    """How many differ, or are in one folder alone."""
    names = {folder: {path.name for path in folder.glob("*.png")} for folder in (old, fresh)}
    differ = sorted(names[old] ^ names[fresh])
    for name in differ:
        print(f"  alone  {name}: only in {old if name in names[old] else fresh}")
    async with chromium() as browser:
        page = await browser.new_page()
        for name in sorted(names[old] & names[fresh]):
            share = await compare(page, old / name, fresh / name, drawings and drawings / name)
            if share:
                print(f"{share:7.2%}  {name}", flush=True)
                differ.append(name)
    print(f"{len(differ)} of {len(names[old] | names[fresh])} differ.")
    return len(differ)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    folders = [Path(name) for name in sys.argv[1:]]
    sys.exit(asyncio.run(compare_all(folders[0], folders[1], folders[2] if len(folders) == 3 else None)) > 0)
