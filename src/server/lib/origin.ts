import type { FastifyRequest } from 'fastify';
import { describeDevice } from './describe-device.ts';

/** Where a change came from, for the audit log and for the email to the owner. */
export interface Origin {
  ip: string;
  /** Such as 'Firefox on Linux'. */
  device: string;
}

export function originOf({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Origin {
  return { ip, device: describeDevice(headers['user-agent']) };
}
