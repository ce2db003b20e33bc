export { UndoScreen as default } from '#client/features/auth/undo-screen.tsx';
