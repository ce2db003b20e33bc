import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type Avatar, imageTooLarge, makeAvatar } from '#server/lib/avatar.ts';
import { takeUpload } from '#server/plugins/bodies.ts';
import { sendError } from '#server/plugins/errors.ts';

/** Room for 5 MB of picture written as base64, and the other fields. */
export const IMAGE_BODY_LIMIT = 7 * 1024 * 1024;

/** Route options for a body with a picture. A body that is too large gets the message of that form. */
export function imageBody(tooLarge: string, field: string) {
  return {
    bodyLimit: IMAGE_BODY_LIMIT,
    errorHandler(error: FastifyError, _request: FastifyRequest, reply: FastifyReply) {
      if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error;
      return sendError(reply, imageTooLarge(tooLarge, field));
    },
  };
}

/** Members upload one picture at a time; of visitors only large bodies are counted, when they arrive. */
export async function makePicture(
  request: FastifyRequest,
  ...[upload, refusal]: Parameters<typeof makeAvatar>
): Promise<Avatar> {
  if (request.sessionUser) takeUpload(request);
  return makeAvatar(upload, refusal);
}
