//! Go: interfaces of its library, which types here implement and interfaces here embed.

/// An interface by its package and name, with its methods and how many parameters they have.
pub(in crate::docql::relations) type Interface = (&'static str, &'static [(&'static str, usize)]);

/// Those by which the methods of a type are known to be called from elsewhere.
pub(in crate::docql::relations) const TELLING: &[Interface] = &[
    ("io.Closer", &[("Close", 0)]),
    ("error", &[("Error", 0)]),
    ("fmt.Formatter", &[("Format", 2)]),
    ("fmt.GoStringer", &[("GoString", 0)]),
    ("fmt.Stringer", &[("String", 0)]),
    ("sort.Interface", &[("Len", 0), ("Less", 2), ("Swap", 2)]),
    ("sync.Locker", &[("Lock", 0), ("Unlock", 0)]),
    ("encoding.BinaryMarshaler", &[("MarshalBinary", 0)]),
    ("json.Marshaler", &[("MarshalJSON", 0)]),
    ("encoding.TextMarshaler", &[("MarshalText", 0)]),
    ("heap.Interface", &[("Push", 1), ("Pop", 0), ("Len", 0), ("Less", 2), ("Swap", 2)]),
    ("io.Reader", &[("Read", 1)]),
    ("io.ReaderAt", &[("ReadAt", 2)]),
    ("io.ByteReader", &[("ReadByte", 0)]),
    ("io.ReaderFrom", &[("ReadFrom", 1)]),
    ("http.RoundTripper", &[("RoundTrip", 1)]),
    ("sql.Scanner", &[("Scan", 1)]),
    ("io.Seeker", &[("Seek", 2)]),
    ("http.Handler", &[("ServeHTTP", 2)]),
    ("encoding.BinaryUnmarshaler", &[("UnmarshalBinary", 1)]),
    ("json.Unmarshaler", &[("UnmarshalJSON", 1)]),
    ("encoding.TextUnmarshaler", &[("UnmarshalText", 1)]),
    ("errors.Unwrap", &[("Unwrap", 0)]),
    ("io.Writer", &[("Write", 1)]),
    ("io.WriterAt", &[("WriteAt", 2)]),
    ("io.ByteWriter", &[("WriteByte", 1)]),
    ("io.StringWriter", &[("WriteString", 1)]),
    ("io.WriterTo", &[("WriteTo", 1)]),
    ("slog.Handler", &[("Enabled", 2), ("Handle", 2), ("WithAttrs", 1), ("WithGroup", 1)]),
];

/// Further ones, of names that types have for other reasons as well.
const FURTHER: &[Interface] = &[
    ("context.Context", &[("Deadline", 0), ("Done", 0), ("Err", 0), ("Value", 1)]),
    ("driver.Valuer", &[("Value", 0)]),
    ("flag.Value", &[("String", 0), ("Set", 1)]),
    ("fs.DirEntry", &[("Name", 0), ("IsDir", 0), ("Type", 0), ("Info", 0)]),
    ("fs.FS", &[("Open", 1)]),
    ("fs.File", &[("Stat", 0), ("Read", 1), ("Close", 0)]),
    ("fs.FileInfo", &[("Name", 0), ("Size", 0), ("Mode", 0), ("ModTime", 0), ("IsDir", 0), ("Sys", 0)]),
    ("hash.Hash", &[("Write", 1), ("Sum", 1), ("Reset", 0), ("Size", 0), ("BlockSize", 0)]),
    ("hash.Hash32", &[("Write", 1), ("Sum", 1), ("Reset", 0), ("Size", 0), ("BlockSize", 0), ("Sum32", 0)]),
    ("hash.Hash64", &[("Write", 1), ("Sum", 1), ("Reset", 0), ("Size", 0), ("BlockSize", 0), ("Sum64", 0)]),
    ("http.Flusher", &[("Flush", 0)]),
    ("http.Hijacker", &[("Hijack", 0)]),
    ("http.ResponseWriter", &[("Header", 0), ("Write", 1), ("WriteHeader", 1)]),
    ("io.ByteScanner", &[("ReadByte", 0), ("UnreadByte", 0)]),
    ("io.ReadCloser", &[("Read", 1), ("Close", 0)]),
    ("io.ReadSeekCloser", &[("Read", 1), ("Seek", 2), ("Close", 0)]),
    ("io.ReadSeeker", &[("Read", 1), ("Seek", 2)]),
    ("io.ReadWriteCloser", &[("Read", 1), ("Write", 1), ("Close", 0)]),
    ("io.ReadWriteSeeker", &[("Read", 1), ("Write", 1), ("Seek", 2)]),
    ("io.ReadWriter", &[("Read", 1), ("Write", 1)]),
    ("io.RuneReader", &[("ReadRune", 0)]),
    ("io.WriteCloser", &[("Write", 1), ("Close", 0)]),
    ("io.WriteSeeker", &[("Write", 1), ("Seek", 2)]),
    ("net.Addr", &[("Network", 0), ("String", 0)]),
    (
        "net.Conn",
        &[
            ("Read", 1),
            ("Write", 1),
            ("Close", 0),
            ("LocalAddr", 0),
            ("RemoteAddr", 0),
            ("SetDeadline", 1),
            ("SetReadDeadline", 1),
            ("SetWriteDeadline", 1),
        ],
    ),
    ("net.Error", &[("Error", 0), ("Timeout", 0), ("Temporary", 0)]),
    ("net.Listener", &[("Accept", 0), ("Close", 0), ("Addr", 0)]),
    ("rand.Source", &[("Int63", 0), ("Seed", 1)]),
    // What asks for no method.
    ("any", &[]),
    ("comparable", &[]),
];

/// The methods of an interface of the library, `io.Closer`.
pub(super) fn methods_of(interface: &str) -> Option<&'static [(&'static str, usize)]> {
    TELLING.iter().chain(FURTHER).find(|(name, _)| *name == interface).map(|(_, methods)| *methods)
}
