import { saveFile } from '../../platform/browser.ts';

/** The styles that the page's sheets give to a board. A file has no sheets, so each element carries them. */
const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stop-color',
  'stop-opacity',
  'opacity',
  'transform',
  'transform-origin',
  'transform-box',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
  'display',
  'visibility',
  'filter',
  'flood-color',
  'flood-opacity',
  'clip-path',
  'stroke-linejoin',
  'stroke-linecap',
  'paint-order',
];
const SVG = 'http://www.w3.org/2000/svg';

/** Saves the board as one SVG file that other programs show as the page does. `surface` holds the drawings of the board, one over the other. */
export function savePicture(surface: Element | null): void {
  const drawings = [...(surface?.querySelectorAll<SVGSVGElement>(':scope > svg') ?? [])];
  const box = drawings[0]?.viewBox.baseVal;
  if (!box) return;
  const picture = document.createElementNS(SVG, 'svg');
  picture.setAttribute('viewBox', `0 0 ${box.width} ${box.height}`);
  picture.setAttribute('width', String(box.width));
  picture.setAttribute('height', String(box.height));
  picture.append(...drawings.map(withOwnStyles));
  saveFile('backgammon.svg', new XMLSerializer().serializeToString(picture), 'image/svg+xml');
}

function withOwnStyles(drawing: SVGElement): SVGElement {
  const copy = drawing.cloneNode(true) as SVGElement;
  const originals = [drawing, ...drawing.querySelectorAll('*')];
  for (const [index, element] of [copy, ...copy.querySelectorAll<SVGElement>('*')].entries()) {
    const original = originals[index];
    if (!original) continue;
    const style = getComputedStyle(original);
    const text = STYLES.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';');
    element.removeAttribute('class');
    element.setAttribute('style', text);
  }
  copy.removeAttribute('aria-hidden');
  return copy;
}
