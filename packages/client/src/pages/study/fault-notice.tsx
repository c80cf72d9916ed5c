import { studyTexts as texts } from '../../strings/study.ts';
import { Notice } from '../../ui/notice.tsx';
import type { faultOf } from './study.ts';

/** Says why the engine does not judge the position on the board. */
export function FaultNotice({ fault }: { readonly fault: NonNullable<ReturnType<typeof faultOf>> }) {
  return (
    <Notice tone="bad">
      {fault === 'match-too-long' ? texts.tooLong : `${texts.impossible} ${texts.faults[fault]}`}
    </Notice>
  );
}
