export { ContactScreen as default } from '#client/features/legal/contact-screen.tsx';
