/** The advertiser who makes a request. */
export interface CurrentUser {
  uid: string;
  displayName: string;
  email: string;
}
