export interface CurrentUser {
  uid: string;
  displayName: string;
  email: string;
}
