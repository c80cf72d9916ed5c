// The net's hidden units and their contributions to the outputs, two units at a time, as WebAssembly text. Same order and
// rounding as in src/net.ts, so that both are bit-identical. src/kernel.ts describes the memory layout.

/** Number of units, in pairs, whose sums stay in registers during a pass over the inputs. */
const PAIRS = [0, 1, 2, 3];
const UNIT_BYTES = 4;
const pairBytes = 2 * UNIT_BYTES;
/** Size of a row of output weights: five numbers and one of padding, in double precision. */
const OUTPUT_BYTES = 48;
/** Number of inputs after which src/net.ts rounds. */
const GROUP = [0, 1, 2, 3];

/** Pages of 64 KiB: for the weights of 255 inputs to 512 and 64 units, and smaller arrays. */
const PAGES = 12;

const lines = (list, line) => list.map(line).join('\n');
const get = (name) => `(local.get $${name})`;
const twice = (number) => `(v128.const f64x2 ${number} ${number})`;
const single = (offset, address) => `(f64x2.promote_low_f32x4 (v128.load64_zero offset=${offset} ${address}))`;
const rounded = (sum) => `(f64x2.promote_low_f32x4 (f32x4.demote_f64x2_zero ${sum}))`;

/** Adds this many inputs to a pair's sum and rounds to single precision, like a Float32Array. */
function withInputs(pair, group) {
  const sum = group.reduce(
    (so, n) => `(f64x2.add ${so} (f64x2.mul ${get(`value${n}`)} ${single(pair * pairBytes, get(`row${n}`))}))`,
    get(`sum${pair}`),
  );
  return `(local.set $sum${pair} ${rounded(sum)})`;
}

/** Loops over the list of inputs, a group at a time. */
function overInputs(name, end, group) {
  return `
      (block $${name}Done (loop $${name}
        (br_if $${name}Done (i32.ge_u ${get('input')} ${get(end)}))
${lines(group, (n) => `        (local.set $row${n} (i32.add (i32.load offset=${4 * n} ${get('input')}) ${get('unit')}))`)}
${lines(group, (n) => `        (local.set $value${n} (v128.load64_splat offset=${8 * n} ${get('value')}))`)}
${lines(PAIRS, (pair) => `        ${withInputs(pair, group)}`)}
        (local.set $input (i32.add ${get('input')} (i32.const ${4 * group.length})))
        (local.set $value (i32.add ${get('value')} (i32.const ${8 * group.length})))
        (br $${name})))`;
}

/** One unit after another, the order of additions in src/net.ts. */
function toOutputs(pair, lane) {
  const at = (2 * pair + lane) * OUTPUT_BYTES;
  const add = (name, offset) =>
    `(local.set $${name} (f64x2.add ${get(name)} (f64x2.mul ${get('active')} (v128.load offset=${at + offset} ${get('outputRow')}))))`;
  return `      (local.set $active (f64x2.splat (f64x2.extract_lane ${lane} ${get(`sum${pair}`)})))
      ${add('win', 0)} ${add('winB', 16)} ${add('loseB', 32)}`;
}

const polynomial = [1.3333558e-3, 9.6181291e-3, 5.5504109e-2, 0.24022651];

export const kernel = `(module
  (memory (export "memory") ${PAGES})

  ;; 1 / (1 + e^-x) of two numbers: src/sigmoid.ts
  (func $sigmoid (param $x v128) (result v128)
    (local $t v128) (local $whole v128) (local $f v128) (local $p v128)
    (local.set $t (f64x2.mul (f64x2.neg ${get('x')}) ${twice(Math.LOG2E)}))
    (local.set $t (f64x2.max (f64x2.min ${get('t')} ${twice(126)}) ${twice(-126)}))
    (local.set $whole (f64x2.floor (f64x2.add ${get('t')} ${twice(0.5)})))
    (local.set $f (f64x2.sub ${get('t')} ${get('whole')}))
    (local.set $p ${twice(1.540353e-4)})
${lines(polynomial, (part) => `    (local.set $p (f64x2.add (f64x2.mul ${get('p')} ${get('f')}) ${twice(part)}))`)}
    (local.set $p (f64x2.add (f64x2.mul ${get('p')} ${get('f')}) ${twice(Math.LN2)}))
    (local.set $p (f64x2.add (f64x2.mul ${get('p')} ${get('f')}) ${twice(1)}))
    ;; 2^whole: the last bits of a number from 2^52 on are those of its whole part, here of the power's exponent
    (local.set $t (i64x2.shl (f64x2.add ${get('whole')} ${twice(2 ** 52 + 1023)}) (i32.const 52)))
    (f64x2.div ${twice(1)} (f64x2.add ${twice(1)} (f64x2.mul ${get('p')} ${get('t')}))))

  ;; inputs and values are lists of the inputs that are not zero: addresses of their rows of weights, and numbers. sums holds the
  ;; outputs' biases before and their sums afterwards.
  (func (export "run")
    (param $hidden i32) (param $inputs i32) (param $count i32) (param $values i32) (param $bias i32) (param $outputRow i32) (param $sums i32)
    (local $unit i32) (local $unitsEnd i32) (local $input i32) (local $inputsEnd i32) (local $groupsEnd i32) (local $value i32)
    (local $active v128) (local $win v128) (local $winB v128) (local $loseB v128)
${lines(PAIRS, (pair) => `    (local $sum${pair} v128)`)}
${lines(GROUP, (n) => `    (local $row${n} i32) (local $value${n} v128)`)}
    (local.set $win (v128.load ${get('sums')}))
    (local.set $winB (v128.load offset=16 ${get('sums')}))
    (local.set $loseB (v128.load offset=32 ${get('sums')}))
    (local.set $inputsEnd (i32.add ${get('inputs')} (i32.mul ${get('count')} (i32.const 4))))
    (local.set $groupsEnd (i32.add ${get('inputs')} (i32.mul (i32.and ${get('count')} (i32.const -${GROUP.length})) (i32.const 4))))
    (local.set $unitsEnd (i32.mul ${get('hidden')} (i32.const ${UNIT_BYTES})))
    (loop $units
${lines(PAIRS, (pair) => `      (local.set $sum${pair} ${single(pair * pairBytes, `(i32.add ${get('bias')} ${get('unit')})`)})`)}
      (local.set $input ${get('inputs')})
      (local.set $value ${get('values')})${overInputs('groups', 'groupsEnd', GROUP)}${overInputs('rest', 'inputsEnd', [0])}
${lines(PAIRS, (pair) => `      (local.set $sum${pair} (call $sigmoid ${get(`sum${pair}`)}))`)}
${lines(PAIRS, (pair) => `${toOutputs(pair, 0)}\n${toOutputs(pair, 1)}`)}
      (local.set $outputRow (i32.add ${get('outputRow')} (i32.const ${2 * PAIRS.length * OUTPUT_BYTES})))
      (local.set $unit (i32.add ${get('unit')} (i32.const ${PAIRS.length * pairBytes})))
      (br_if $units (i32.lt_u ${get('unit')} ${get('unitsEnd')})))
    (v128.store ${get('sums')} ${get('win')})
    (v128.store offset=16 ${get('sums')} ${get('winB')})
    (v128.store offset=32 ${get('sums')} ${get('loseB')})))
`;
