export { AddPersonScreen as default } from '#client/features/contacts/add-person-screen.tsx';
