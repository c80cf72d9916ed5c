import type { Bus, BusMessage } from '../../src/domain/bus.ts';

/** The messages of a topic from now on, in their order. The list grows. */
export function messagesOn(bus: Bus, topic: string): BusMessage[] {
  const messages: BusMessage[] = [];
  bus.subscribe(topic, (message) => messages.push(message));
  return messages;
}
