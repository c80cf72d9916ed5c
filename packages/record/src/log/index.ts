// Records and public logs together (docs/log.md). This module includes tlog-kit; the package's main module does not.
export { type LogPlace, type PlaceCode, placeInLog, placeSentence } from './place.ts';
export { isSameLog, keyOfLog, logOfKey, noteOfView, type StatedView, viewOfNote, viewsIn } from './views.ts';
