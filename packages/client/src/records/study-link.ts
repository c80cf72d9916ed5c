import { stepsOf, type Transcript } from 'bg-record';
import { makeXgid, type Situation, situationOf } from 'bg-rules';

/** Returns the address of the study board with this position. */
export function studyPath(situation: Situation): string {
  return `/study#${makeXgid(situation)}`;
}

/** Returns the address of the study board with the last position of a match in which a player could decide. */
export function lastStudyPath(transcript: Transcript): string | null {
  const last = stepsOf(transcript).findLast(({ before: { phase } }) => phase === 'roll' || phase === 'play');
  return last ? studyPath(situationOf(last.before)) : null;
}
