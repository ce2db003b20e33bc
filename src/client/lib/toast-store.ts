import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

export interface ToastMessage {
  title: string;
  description?: string;
  /** Failures are destructive. */
  tone?: 'default' | 'destructive';
  /** It explains something; nothing was done. */
  isNote?: boolean;
  durationMs?: number;
  action?: { label: string; onSelect: () => void };
}

export function failure(title: string, description?: string): ToastMessage {
  return { title, description, tone: 'destructive' };
}

export function info(title: string, description?: string, durationMs?: number): ToastMessage {
  return { title, description, durationMs };
}

export interface ShownToast extends ToastMessage {
  id: number;
  isOpen: boolean;
}

const VISIBLE_AT_MOST = 1;
/** A dismissed toast stays in memory this long, so that a late swipe or animation finds it. */
const REMOVE_AFTER_MS = 1_000_000;

const NONE: readonly ShownToast[] = [];
let toasts: ShownToast[] = [];
let nextId = 1;
const listeners = createListeners();

function publish(next: ShownToast[]): void {
  toasts = next;
  listeners.notify();
}

export function showToast(message: ToastMessage): number {
  const id = nextId++;
  publish([{ ...message, id, isOpen: true }, ...toasts].slice(0, VISIBLE_AT_MOST));
  return id;
}

export function dismissToast(id: number): void {
  publish(toasts.map((toast) => (toast.id === id ? { ...toast, isOpen: false } : toast)));
  setTimeout(() => publish(toasts.filter((toast) => toast.id !== id)), REMOVE_AFTER_MS);
}

export const listToasts = (): readonly ShownToast[] => toasts;

export function useToasts(): readonly ShownToast[] {
  return useSyncExternalStore(listeners.subscribe, listToasts, () => NONE);
}
