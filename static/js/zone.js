// Times are written in the reader's zone: this tells the server which one it is, from the next page on.
const YEAR = 365 * 24 * 60 * 60;
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

if (zone && !document.cookie.split("; ").includes(`zone=${zone}`)) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `zone=${zone}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
}
