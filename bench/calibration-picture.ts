// Draws predicted against observed shares as SVG.

interface Line {
  readonly name: string;
  readonly points: readonly { readonly predicted: number; readonly observed: number }[];
}

interface Panel {
  readonly title: string;
  readonly lines: readonly Line[];
}

const SIDE = 240;
const GAP = 60;
const TOP = 40;
const BOTTOM = 90;
const styles = [
  { colour: '#0e5a5e', dash: '' },
  { colour: '#a62b23', dash: '6 3' },
  { colour: '#8a5a12', dash: '2 3' },
] as const;

/** One square per panel, from 50 % to 100 % on both axes. On the grey diagonal, prediction and observation agree. */
export function calibrationPicture(panels: readonly Panel[]): string {
  const width = GAP + panels.length * (SIDE + GAP);
  const height = TOP + SIDE + BOTTOM;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#17232a">`,
    `<title>Predicted and observed share of matches won by the favourite</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...panels.map((panel, index) => drawPanel(panel, GAP + index * (SIDE + GAP))),
    legend(panels[0]?.lines ?? []),
    '</svg>',
    '',
  ].join('\n');
}

function drawPanel({ title, lines }: Panel, left: number): string {
  const x = (share: number) => (left + (share - 0.5) * 2 * SIDE).toFixed(1);
  const y = (share: number) => (TOP + SIDE - (share - 0.5) * 2 * SIDE).toFixed(1);
  const ticks = [0.5, 0.6, 0.7, 0.8, 0.9, 1];
  return [
    `<text x="${left}" y="${TOP - 14}" font-weight="600">${title}</text>`,
    ...ticks.map(
      (share) =>
        `<path d="M${x(share)} ${y(0.5)}V${y(1)}M${x(0.5)} ${y(share)}H${x(1)}" stroke="#e4e1d8" fill="none"/>`,
    ),
    ...ticks.map(
      (share) => `<text x="${x(share)}" y="${TOP + SIDE + 16}" text-anchor="middle">${Math.round(share * 100)}</text>`,
    ),
    ...ticks.map(
      (share) =>
        `<text x="${left - 6}" y="${Number(y(share)) + 4}" text-anchor="end">${Math.round(share * 100)}</text>`,
    ),
    `<path d="M${x(0.5)} ${y(0.5)}L${x(1)} ${y(1)}" stroke="#b9b5a8" stroke-width="2"/>`,
    ...lines.map(({ points }, index) =>
      drawLine(
        points.map((one) => [x(one.predicted), y(one.observed)] as const),
        index,
      ),
    ),
    `<text x="${left + SIDE / 2}" y="${TOP + SIDE + 36}" text-anchor="middle">predicted, %</text>`,
  ].join('\n');
}

function drawLine(points: readonly (readonly [string, string])[], index: number): string {
  const { colour, dash } = styles[index] ?? styles[0];
  const path = points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('');
  const dots = points.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3" fill="${colour}"/>`).join('');
  return `<path d="${path}" stroke="${colour}" stroke-width="2" stroke-dasharray="${dash}" fill="none"/>${dots}`;
}

function legend(lines: readonly Line[]): string {
  const y = TOP + SIDE + BOTTOM - 22;
  return lines
    .map(({ name }, index) => {
      const { colour, dash } = styles[index] ?? styles[0];
      const left = GAP + index * 180;
      const stroke = `<path d="M${left} ${y}h30" stroke="${colour}" stroke-width="2" stroke-dasharray="${dash}"/>`;
      return `${stroke}<text x="${left + 38}" y="${y + 4}">${name}</text>`;
    })
    .join('\n');
}
