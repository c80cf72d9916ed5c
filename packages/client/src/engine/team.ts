import { connectEngine, type RemoteEngine, SharedEngine, serveEngine } from 'bg-engine';
import { connectThread, type Thread } from './thread.ts';

/** More threads would cost more in memory and at the start than they gain. */
const MOST_THREADS = 4;

/**
 * Returns this thread's engine together with those of threads that help it: as many as the device has cores, four at most with this
 * one. Each helps as soon as it has started. One that does not start, or fails, changes no answer and loses no question.
 */
export function makeTeam(begin: () => Thread = beginHelper, cores = navigator.hardwareConcurrency): SharedEngine {
  const team = new SharedEngine();
  team.add(engineHere());
  const helpers = Math.min(Number.isInteger(cores) ? cores : 1, MOST_THREADS) - 1;
  for (let n = 0; n < helpers; n++) void addHelper(team, begin);
  return team;
}

/** Starts this script again in another thread. The thread ends with this one. */
function beginHelper(): Thread {
  return new Worker(self.location.href, { type: 'module', name: 'engine' });
}

async function addHelper(team: SharedEngine, begin: () => Thread): Promise<void> {
  try {
    const { engine, ready, ended } = connectThread(begin(), true);
    await ready;
    const orEnd = <Value>(answer: Promise<Value>) => Promise.race([answer, ended]);
    team.add({
      evaluate: (...given) => orEnd(engine.evaluate(...given)),
      rank: (...given) => orEnd(engine.rank(...given)),
      decideDouble: (...given) => orEnd(engine.decideDouble(...given)),
      answerDouble: (...given) => orEnd(engine.answerDouble(...given)),
      playGames: (...given) => orEnd(engine.playGames(...given)),
    });
  } catch {
    // The browser starts no worker from a worker, or not this one. The others do its work.
  }
}

/** The engine in this thread. Each question is a task of its own, so messages of other threads are read in between. */
function engineHere(): RemoteEngine {
  const { port1, port2 } = new MessageChannel();
  serveEngine(port2);
  return connectEngine(port1);
}
