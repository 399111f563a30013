/** Connection settings of AWS, for sources and destinations. */
import { z } from 'zod';
import type { Form } from '@weir/plugins/form';

const secret = z.string().meta({ description: 'Never comes back out' });
const text = z.string().min(1);

/** Connection settings of AWS, common to all versions of the API. */
export interface AwsTarget {
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
  region?: string | undefined;
  endpoint?: string | undefined;
}

export function awsOf(form: Form) {
  return {
    credentials: form
      .object({ accessKeyId: secret, secretAccessKey: secret })
      .optional()
      .meta({ description: 'Absent: as AWS clients find them, in the environment for instance' }),
    region: text.optional().meta({
      example: 'us-west-2',
      description: 'Absent: as AWS clients find it, in AWS_REGION for instance',
    }),
    endpoint: text.optional().meta({
      example: 'http://localhost:5000',
      description: 'A server that speaks as AWS does, in its place; an http or https address',
    }),
  };
}
