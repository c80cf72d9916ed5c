import { afterAll, beforeAll } from 'vitest';
import { Stage, type StageSettings } from './stage.ts';

/** Opens a stage before the first test of the file and closes it after the last. */
export function useStage(settings: StageSettings = {}): Stage {
  const stage = new Stage(settings);
  beforeAll(() => stage.open());
  afterAll(() => stage.close());
  return stage;
}
