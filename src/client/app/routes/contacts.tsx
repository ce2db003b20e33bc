export { ContactsScreen as default } from '#client/features/contacts/contacts-screen.tsx';
