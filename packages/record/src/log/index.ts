// Records and public logs together (docs/log.md). This module includes tlog-kit; the package's main module does not.
export type { KeyType, LogCode, Policy, PolicyParty, PolicyWitness, Quorum, VerifierKey } from 'tlog-kit';
export { type LogPlace, type PlaceCode, placeInLog, placeSentence } from './place.ts';
export { isSameLog, keyOfLog, logOfKey, noteOfView, type StatedView, viewOfNote, viewsIn } from './views.ts';
