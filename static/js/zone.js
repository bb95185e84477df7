// Tells the server the reader's time zone, in which it writes times from the next page on.
const YEAR = 365 * 24 * 60 * 60;
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

if (zone && !document.cookie.split("; ").includes(`zone=${zone}`)) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `zone=${zone}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
}
