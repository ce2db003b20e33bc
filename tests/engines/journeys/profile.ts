import { expect } from 'vitest';
import { registerPerson } from '#tests/support/people.ts';
import { button, type Journey, link, logIn, tab } from './journey.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const editProfile: Journey = {
  name: 'profile',
  async travel(visitor, { site, engine }) {
    const person = await registerPerson(site, {
      name: 'Mem Ber',
      screenName: `Mem on ${engine}`,
      handles: { paypal: '@mem-ber' },
    });
    const newName = `New on ${engine}`;
    await visitor.open('/profile');
    await visitor.expectPath('/auth');
    await logIn(visitor, person);
    await visitor.expectPath('/profile');
    await visitor.expectValue('Email', person.email);

    await visitor.fill('Screen name (optional)', newName);
    await visitor.fill('Website (optional)', 'https://example.com/me');
    await visitor.click(button('Update Profile'));
    await visitor.expectToast('Profile Updated', 'Your changes are saved.');

    await visitor.click(tab('Venmo'));
    await visitor.fill('Venmo username', '@mem-ber');
    await visitor.click(button('Save Venmo'));
    await visitor.expectText('Visible to visitors');

    await visitor.click(tab('Profile'));
    await visitor.click(button('View as Visitor'));
    const dialog = { role: 'dialog', name: 'View as Visitor' };
    const card = { role: 'article', name: newName, in: dialog };
    await visitor.expectShown(button('Pay with PayPal', card));
    await visitor.expectText('Venmo', card);
    await visitor.click(button('Done', dialog));
    await visitor.expectGone(dialog);

    await visitor.click(button('Download my data'));
    await visitor.expectToast('Your data is ready', 'The file is in your downloads.');
    const data = await visitor.downloaded('payfolk-my-data.json', isJson);
    expect(JSON.parse(data)).toMatchObject({
      user: { email: person.email, screenName: newName },
    });

    await visitor.click(button(`Account menu for ${newName}`));
    await visitor.click({ role: 'menuitem', name: 'Log out' });
    await visitor.expectShown(link('Register'));
  },
};
