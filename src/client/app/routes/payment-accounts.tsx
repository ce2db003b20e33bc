import { useTitle } from '#client/lib/use-title.ts';

export default function PaymentAccounts() {
  useTitle('My Payment Methods');
  return (
    <div className="content-width py-12">
      <h1 className="text-h1">My Payment Methods</h1>
    </div>
  );
}
