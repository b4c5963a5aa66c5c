/**
 * Ports at which no web server answers but something that might be moved by bytes of a stranger: those that browsers refuse
 * (the "bad ports" of the Fetch standard), and the usual ones of databases, caches and consoles.
 */
const REFUSED_PORTS: ReadonlySet<number> = new Set([
  // Small services, mail, names, files, news, printers.
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 138, 139, 143, 161, 162, 179, 389, 427, 445, 465, 512, 513, 514, 515, 526,
  530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 873, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045,
  4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
  // Databases, caches, queues, directories.
  1433, 1521, 2181, 2379, 2380, 3306, 5432, 5672, 6379, 9042, 9092, 9200, 9300, 11211, 27017,
  // Remote consoles and the doors of machines: Docker, Windows, VNC, kubelet.
  2375, 2376, 3389, 5900, 5985, 5986, 10250, 10255,
]);

/** True for a port at which nothing that takes web requests is to be expected. */
export function isRefusedPort(port: number): boolean {
  return REFUSED_PORTS.has(port);
}
