import { expect } from 'vitest';
import { registerPerson } from '#tests/support/people.ts';
import { button, type Journey, logIn, tab } from './journey.ts';

export const administrate: Journey = {
  name: 'admin',
  async travel(visitor, { site, engine }) {
    const admin = await registerPerson(site, { name: `Ada on ${engine}`, isAdmin: true });
    const name = `Max on ${engine}`;
    await registerPerson(site, { name, handles: { venmo: '@max-mem' } });
    await visitor.open('/admin');
    await visitor.expectPath('/auth');
    await logIn(visitor, admin);
    await visitor.expectPath('/admin');
    await visitor.expectShown(button(`Delete ${admin.name}`));

    await visitor.fill('Search users', name);
    await visitor.expectGone(button(`Delete ${admin.name}`));
    await visitor.click(button(`More actions for ${name}`));
    await visitor.click({ role: 'menuitemcheckbox', name: 'Verified' });
    await visitor.expectToast('User Updated', `${name} is now verified.`);
    // The badge moves the buttons of the row.
    await visitor.expectText('Verified', { role: 'table', name: 'Users' });

    const question = await visitor.clickAndAccept(button(`Delete ${name}`));
    expect(question).toBe(
      `Are you sure you want to delete ${name}'s account? This action cannot be undone.`,
    );
    await visitor.expectToast('User Deleted', `${name}’s account was deleted.`);
    await visitor.expectText('No users found');

    await visitor.click(tab('Activity'));
    const record = { role: 'table', name: 'Activity' };
    await visitor.expectText('User verified', record);
    await visitor.expectText(name, record);
  },
};
