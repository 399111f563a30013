/** Determines what a failed request has written anyway: brokers answer for each partition separately. */
import { kafkaErrorsWithin } from './kafka-problem.js';

interface ProduceAnswer {
  readonly responses?: readonly {
    readonly name?: string;
    readonly partitionResponses?: readonly { readonly index?: number; readonly errorCode?: number }[];
  }[];
}

/** Responses of the brokers that accepted everything. */
interface Produced {
  readonly offsets?: readonly { readonly topic?: string; readonly partition?: number }[];
}

/** @param error from the client's producer. @returns partitions of the topic that were written. */
export function arrivedPartitions(error: unknown, topic: string): Set<number> {
  const arrived = new Set<number>();
  for (const inner of kafkaErrorsWithin(error)) {
    const { response, produced } = inner as { response?: ProduceAnswer; produced?: Produced };
    for (const { topic: name, partition } of produced?.offsets ?? [])
      if (name === topic && partition !== undefined) arrived.add(partition);
    for (const { name, partitionResponses = [] } of response?.responses ?? []) {
      if (name !== topic) continue;
      for (const { index, errorCode } of partitionResponses)
        if (index !== undefined && errorCode === 0) arrived.add(index);
    }
  }
  return arrived;
}
