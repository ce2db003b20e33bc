import type { ToastMessage } from './toast-store.ts';

export function failure(title: string, description?: string): ToastMessage {
  return { title, description, tone: 'destructive' };
}

export function info(title: string, description?: string, durationMs?: number): ToastMessage {
  return { title, description, durationMs };
}
