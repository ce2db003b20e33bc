import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { imageTooLarge } from '#server/lib/avatar.ts';
import { sendError } from '#server/plugins/errors.ts';

/** Room for 5 MB of picture written as base64, and the other fields. */
export const IMAGE_BODY_LIMIT = 7 * 1024 * 1024;

/** Route options for a body with a picture: too large a body is answered in the words of that form. */
export function imageBody(tooLarge: string, field: string) {
  return {
    bodyLimit: IMAGE_BODY_LIMIT,
    errorHandler(error: FastifyError, _request: FastifyRequest, reply: FastifyReply) {
      if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error;
      return sendError(reply, imageTooLarge(tooLarge, field));
    },
  };
}
