import { opponent } from 'bg-rules';
import { type Box, diceSpot, MIDDLE, type Orientation } from '../board/geometry.ts';

const AREA_HEIGHT = 108;

/** Returns a part of the line on which the dice lie. */
export function areaAt(x: number, width: number): Box {
  return { x: x - width / 2, y: MIDDLE - AREA_HEIGHT / 2, width, height: AREA_HEIGHT };
}

/** The area of the viewer's dice. */
export function goArea(orientation: Orientation): Box {
  return areaAt(diceSpot(orientation.viewer, orientation).x, 340);
}

/** The area beside the dice, which move aside for it. */
export function confirmArea(orientation: Orientation): Box {
  return areaAt(diceSpot(orientation.viewer, orientation).x + 82, 186);
}

/** The area beside the opponent's last roll, away from the viewer's dice. */
export function doubleArea(orientation: Orientation): Box {
  return areaAt(diceSpot(opponent(orientation.viewer), orientation).x + 84, 186);
}

/** The other half. */
export function otherArea(orientation: Orientation): Box {
  return areaAt(diceSpot(opponent(orientation.viewer), orientation).x, 340);
}

/** The viewer's two dice. */
export function diceBox(orientation: Orientation): Box {
  return { ...areaAt(diceSpot(orientation.viewer, orientation).x, 150), y: MIDDLE - 38, height: 76 };
}
