/**
 * A phone number as people read it: +1 and ten digits as (xxx) xxx-xxxx, any other as it is
 * (behavior 4.5).
 * @param phone digits with the country code, such as +12065550142
 */
export const formatPhone = (phone: string): string => {
  const match = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone);
  return match ? `(${match[1]}) ${match[2]}-${match[3]}` : phone;
};
