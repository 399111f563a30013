/** Connection settings of AWS, for sources and destinations. */
import { z } from 'zod';
import type { Form } from '@weir/plugins/form';

const secret = z.string().meta({ description: 'Secret; masked in responses' });
const text = z.string().min(1);

/** Connection settings of AWS, common to all versions of the API. */
export interface AwsTarget {
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
  region?: string | undefined;
  endpoint?: string | undefined;
}

export function awsOf(form: Form) {
  return {
    credentials: form.object({ accessKeyId: secret, secretAccessKey: secret }).optional().meta({
      description: 'Default: the credentials that AWS clients find, for example in the environment',
    }),
    region: text.optional().meta({
      example: 'us-west-2',
      description: 'Default: the region that AWS clients find, for example in AWS_REGION',
    }),
    endpoint: text.optional().meta({
      example: 'http://localhost:5000',
      description: 'http or https URL of a server that is compatible with AWS, to use instead of it',
    }),
  };
}
