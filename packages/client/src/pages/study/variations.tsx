import { studyTexts as texts } from '../../strings/study.ts';
import { Button } from '../../ui/button.tsx';
import { childrenOf, goTo, removed, type Study } from './study.ts';

interface VariationsProps {
  readonly study: Study;
  readonly onStudy: (study: Study) => void;
}

/** The tree of variations. A line without choices is one list, and each choice begins lists of its own. */
export function Variations({ study, onStudy }: VariationsProps) {
  return (
    <>
      <Line study={study} from={0} onStudy={onStudy} />
      {study.at !== 0 && (
        <Button kind="quiet" icon="cross" onClick={() => onStudy(removed(study, study.at))}>
          {texts.remove}
        </Button>
      )}
    </>
  );
}

function Line({ study, from, onStudy }: VariationsProps & { readonly from: number }) {
  const line = lineFrom(study, from);
  const branches = childrenOf(study, line.at(-1) ?? from);
  return (
    <ol class="study__line">
      {line.map((id) => (
        <li key={id}>
          <button
            type="button"
            class="study__variation"
            aria-current={id === study.at ? 'true' : undefined}
            onClick={() => onStudy(goTo(study, id))}
          >
            <bdi>{study.nodes.find((node) => node.id === id)?.label ?? texts.first}</bdi>
          </button>
        </li>
      ))}
      {branches.map(({ id }) => (
        <li key={id}>
          <Line study={study} from={id} onStudy={onStudy} />
        </li>
      ))}
    </ol>
  );
}

/** Returns the ids from a variation up to the next choice or the end. */
function lineFrom(study: Study, from: number): number[] {
  const line = [from];
  for (let children = childrenOf(study, from); children.length === 1; ) {
    const [only] = children;
    if (!only) break;
    line.push(only.id);
    children = childrenOf(study, only.id);
  }
  return line;
}
