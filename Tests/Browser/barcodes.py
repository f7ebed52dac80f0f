"""Pictures of barcodes, as files that Chromium takes for a camera or that a reader photographs."""

import struct
import zlib

WIDTH, HEIGHT, MODULE = 640, 480, 3

# The modules of each digit left of the middle, in number set A (ISO/IEC 15420).
SET_A = (
    "0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011"
).split()
PARITIES = "AAAAAA AABABB AABBAB AABBBA ABAABB ABBAAB ABBBAA ABABAB ABABBA ABBABA".split()


def complement(modules):
    return modules.translate(str.maketrans("01", "10"))


def modules_of(number):
    first, *rest = (int(digit) for digit in number)
    left = [
        SET_A[digit] if number_set == "A" else complement(SET_A[digit])[::-1]
        for digit, number_set in zip(rest[:6], PARITIES[first])
    ]
    right = [complement(SET_A[digit]) for digit in rest[6:]]
    return "".join(["101", *left, "01010", *right, "101"])


def rows_of(number):
    """The brightness of each pixel, row by row: a label on something grey; all grey for no number."""
    grey = bytes([140]) * WIDTH
    if number is None:
        return [grey] * HEIGHT
    bars = "0" * 11 + modules_of(number) + "0" * 11
    label = b"".join(bytes([30 if bar == "1" else 225]) * MODULE for bar in bars)
    margin = (WIDTH - len(label)) // 2
    inside = grey[:margin] + label + grey[: WIDTH - margin - len(label)]
    return [inside if HEIGHT // 4 < y < 3 * HEIGHT // 4 else grey for y in range(HEIGHT)]


def film(path, numbers):
    """A film (Y4M) that shows each barcode for a second, over and over."""
    with open(path, "wb") as file:
        file.write(f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F5:1 Ip A1:1 C420jpeg\n".encode())
        for number in numbers:
            frame = b"".join(rows_of(number)) + bytes([128]) * (WIDTH * HEIGHT // 2)
            file.write((b"FRAME\n" + frame) * 5)
    return path


def photo(path, number):
    """A photograph (PNG, grey)."""

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 0, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + row for row in rows_of(number)))
    png = chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + png)
    return path
