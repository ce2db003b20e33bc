import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { avatarRoutes } from './avatars.ts';
import { confirmEmailRoutes } from './confirm-email.ts';
import { disownAccountRoutes } from './disown-account.ts';
import { exportRoutes } from './export.ts';
import { passwordResetRoutes } from './password-reset.ts';
import { profileRoutes } from './profile.ts';
import { registrationRoutes } from './registration.ts';
import { sessionRoutes } from './sessions.ts';
import { signInRoutes } from './sign-in.ts';
import { undoRoutes } from './undo.ts';

export const accountRoutes: FastifyPluginAsyncZod = async (app) => {
  await app.register(signInRoutes);
  await app.register(sessionRoutes);
  await app.register(registrationRoutes);
  await app.register(profileRoutes);
  await app.register(passwordResetRoutes);
  await app.register(confirmEmailRoutes);
  await app.register(disownAccountRoutes);
  await app.register(undoRoutes);
  await app.register(exportRoutes);
  await app.register(avatarRoutes);
};
