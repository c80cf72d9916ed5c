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
  'paint-order',
];

/** Saves the board as an SVG file that other programs show as the page does. */
export function savePicture(drawing: Element | null): void {
  if (!(drawing instanceof SVGElement)) return;
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
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.removeAttribute('aria-hidden');
  saveFile('backgammon.svg', new XMLSerializer().serializeToString(copy), 'image/svg+xml');
}
