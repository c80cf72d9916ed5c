// Only re-exports: a bundler that needs one of the light files leaves the others out.
export * from './engine.ts';
export { ENGINE_ID } from './engine-id.ts';
export { connectEngine, type EnginePort, type RemoteEngine } from './remote.ts';
