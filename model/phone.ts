export const phoneDigits = (phone: string): string => phone.replaceAll(' ', '');

/** Shows +1 and ten digits as (xxx) xxx-xxxx, any other number unchanged (behavior 4.5). */
export const formatPhone = (phone: string): string => {
  const match = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phoneDigits(phone));
  return match ? `(${match[1]}) ${match[2]}-${match[3]}` : phone;
};
