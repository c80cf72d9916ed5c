// 1 / (1 + e^-x) with additions, multiplications and one division only, so that every JavaScript engine gets
// the same bits; Math.exp may differ between engines. The polynomial approximates 2^f to about 2e-7 for f
// from -1/2 to 1/2.

const MOST = 126;
const POWERS_OF_2 = new Float64Array(2 * MOST + 1);
POWERS_OF_2[MOST] = 1;
for (let n = 1; n <= MOST; n++) {
  POWERS_OF_2[MOST + n] = POWERS_OF_2[MOST + n - 1]! * 2;
  POWERS_OF_2[MOST - n] = POWERS_OF_2[MOST - n + 1]! / 2;
}

export function sigmoid(x: number): number {
  let t = -x * Math.LOG2E;
  if (t > MOST) t = MOST;
  else if (t < -MOST) t = -MOST;
  const whole = Math.floor(t + 0.5);
  const f = t - whole;
  const p = ((((1.540353e-4 * f + 1.3333558e-3) * f + 9.6181291e-3) * f + 5.5504109e-2) * f + 0.24022651) * f;
  return 1 / (1 + ((p + Math.LN2) * f + 1) * POWERS_OF_2[whole + MOST]!);
}
