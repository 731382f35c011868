import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import type { Service } from '#model/schema.ts';

/** Returns a price such as `from $9,000 a month`. */
export const priceOf = ({ amount, isStarting, per }: NonNullable<Service['price']>): string => {
  const money = new Intl.NumberFormat(site.language, {
    style: 'currency',
    currency: site.currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amount);
  const price = per ? `${money} ${per}` : money;
  return isStarting ? services.labels.startingPrice.replace('{price}', price) : price;
};
