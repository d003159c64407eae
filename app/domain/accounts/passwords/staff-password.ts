const minStaffPasswordLength = 12;

export const staffPasswordMessage = `A senha de quem é da equipe precisa ter pelo menos ${minStaffPasswordLength} caracteres.`;

export function isLongEnoughForStaff(password: string): boolean {
  return password.length >= minStaffPasswordLength;
}
