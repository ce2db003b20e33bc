import { Laptop, type LucideIcon, Monitor, Smartphone } from 'lucide-react';

/** For a name such as 'Safari on iPhone'. */
export function deviceIcon(device: string, other: LucideIcon = Monitor): LucideIcon {
  if (/iPhone|iPad|Android|phone/i.test(device)) return Smartphone;
  return /Mac|laptop/i.test(device) ? Laptop : other;
}
