"""Exports of other programs to bring in: small ones with every quirk's shape, and a large one."""

import csv
import json
import os
from pathlib import Path

from dogear_server import ROOT

HEADER = (
    "Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,"
    "Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,"
    "Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,"
    "Private Notes,Read Count,Owned Copies"
).split(",")

STORYGRAPH_HEADER = (
    "Title,Authors,Contributors,ISBN/UID,Format,Read Status,Date Added,Last Date Read,Dates Read,"
    "Read Count,Moods,Pace,Character- or Plot-Driven?,Strong Character Development?,"
    "Loveable Characters?,Diverse Characters?,Flawed Characters?,Star Rating,Review,"
    "Content Warnings,Content Warning Description,Tags,Owned?"
).split(",")

BOOKWYRM_HEADER = (
    "title,author_text,remote_id,openlibrary_key,finna_key,libris_key,inventaire_id,"
    "librarything_key,goodreads_key,bnf_id,viaf,wikidata,asin,aasin,isfdb,isbn_10,isbn_13,"
    "oclc_number,pages,start_date,finish_date,stopped_date,rating,review_name,review_cw,"
    "review_content,review_published,shelf,shelf_name,shelf_date"
).split(",")

SHELVES = ["to-read", "currently-reading", "read"]

# Their letters differ, and their order is no order.
TITLES = ["The Long Field", "Harbour Lights", "Grey Mornings", "Nine Letters", "A Winter Abroad",
          "Salt and Ink", "Under the Elms"]

# With these there is one for nearly each letter that books are filed under, and for what begins with none;
# but no word with a B, which is the middle name of one author alone.
MORE_TITLES = ["39 Small Rooms", "Almanac of Rain", "Candle Street", "Driftwood", "Eleven Keys",
               "Fallow Ground", "Island of Clocks", "Juniper Hill", "Kites at Noon", "Marble Stairs",
               "Over the Weir", "Paper Lanterns", "Quiet Rivers", "Rooks", "Spare Rooms",
               "Tall Grass", "Violet Hours", "Xenia's Garden", "Yellow Gate", "Zinc Roofs"]


def goodreads_export(path: Path, count: int, first=1, title="The Glass Orchard") -> Path:
    """Writes an export of `count` made-up books in the current 24 columns; returns `path`."""
    return _write(path, (_made_up(number, title) for number in range(first, first + count)))


def storygraph_export(path: Path, *books: dict) -> Path:
    """Writes an export of StoryGraph: these books, of which each names the columns that it fills."""
    return _write(path, books, STORYGRAPH_HEADER, lineterminator="\r\n")


def bookwyrm_export(path: Path, *books: dict) -> Path:
    """Writes an export of BookWyrm: these books, of which each names the columns that it fills."""
    return _write(path, books, BOOKWYRM_HEADER, lineterminator="\r\n")


def dogear_export(path: Path, *books: dict) -> Path:
    """Writes an export of Dogear's own: books that each have these fields."""
    entities = [{"e": "book", "id": f"book-{number}", "set": fields} for number, fields in enumerate(books)]
    path.write_text(json.dumps({"format": "dogear", "version": 1, "entities": entities}), encoding="utf-8")
    return path


def named_export(path: Path, name: str) -> Path:
    """Writes an export of one book that has this name, and so have all who and what belong to it."""
    shelf = name.replace(" ", "-").lower()
    names = {"Title": name, "Author": name, "Additional Authors": name, "Publisher": name,
             "Bookshelves": shelf, "Bookshelves with positions": f"{shelf} (#1)"}
    return _write(path, [_made_up(1, name) | names])


def filed_export(path: Path, authors: dict) -> Path:
    """Writes an export of one book by each of the authors, whose names are filed as it says."""
    return _write(path, (
        _made_up(number, name) | {"Title": name, "Author": name, "Author l-f": filed}
        for number, (name, filed) in enumerate(authors.items(), 1)
    ))


def series_export(path: Path, *titles: str) -> Path:
    """Writes an export of books by one author, whose titles say which series they are of."""
    return _write(path, (
        _made_up(number, title) | {"Title": title, "Author": "Orson Reed", "Author l-f": "Reed, Orson"}
        for number, title in enumerate(titles, 1)
    ))


def read_export(path: Path, months: dict) -> Path:
    """Writes an export of books that were read: `months` says how many in each, such as "2024/05"."""
    days = (f"{month}/{1 + day % 28:02}" for month, count in months.items() for day in range(count))
    return _write(path, (
        _made_up(number, TITLES[number % len(TITLES)])
        | {"Date Read": day, "Exclusive Shelf": "read", "Read Count": 1}
        for number, day in enumerate(days, 1)
    ))


def mixed_export(path: Path, count: int) -> Path:
    """Writes an export of `count` books as people have them: real ones, or where the data set is not
    at hand, made-up ones of many titles."""
    if not _real_books().exists():
        titles = TITLES + MORE_TITLES
        return _write(path, (
            _made_up(number, titles[number * 5 % len(titles)])
            | {"Author": _author(number), "Date Added": _added(number)}
            for number in range(1, count + 1)
        ))
    with _real_books().open(newline="", encoding="utf-8") as file:
        rows = [row for row, _ in zip(csv.DictReader(file), range(count))]
    return _write(path, (_real(number, row) for number, row in enumerate(rows, 1)))


def author_of_many() -> str:
    """Somebody who wrote more than one book of a mixed export."""
    return "Stephen King" if _real_books().exists() else "Mara B. Quill"


def _real_books() -> Path:
    shared = Path(os.environ.get("DOGEAR_SHARED", ROOT.parent / "shared"))
    return shared / "data/goodbooks-10k/books.csv"


def _write(path: Path, rows, header=HEADER, lineterminator="\n") -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, header, lineterminator=lineterminator, restval="")
        writer.writeheader()
        writer.writerows(rows)
    return path


def _made_up(number: int, title: str) -> dict:
    shelf = SHELVES[number % 3]
    return {
        "Book Id": 71_000_000 + number,
        "Title": f"{title} {number:05} (Tidewater, #{number})",
        "Author": f"Mara {chr(65 + number % 26)}.  Quill",
        "My Rating": number % 6,
        "Binding": "Paperback",
        "Number of Pages": 100 + number % 500,
        "Year Published": 1950 + number % 70,
        "Date Read": "2023/05/14" if shelf == "read" else "",
        "Date Added": "2022/11/02",
        "Bookshelves": "cosy",
        "Bookshelves with positions": f"cosy (#{number})",
        "Exclusive Shelf": shelf,
        "Read Count": 1 if shelf == "read" else 0,
        "Owned Copies": 0,
    }


def _author(number: int) -> str:
    """Nobody wrote more than a list has in view."""
    return f"{('Mara', 'Odile')[number // 26 % 2]} {chr(65 + number % 26)}.  Quill"


def _added(number: int) -> str:
    return f"20{10 + number % 14:02}/{1 + number % 12:02}/{1 + number % 28:02}"


def _real(number: int, row: dict) -> dict:
    authors = row["authors"].split(", ")
    shelf = SHELVES[number % 3]
    return {
        "Book Id": row["goodreads_book_id"],
        "Title": row["title"],
        "Author": authors[0],
        "Additional Authors": ", ".join(authors[1:]),
        "ISBN": f'="{row["isbn"].rjust(10, "0")}"' if row["isbn"] else '=""',
        "ISBN13": '=""',
        "My Rating": number % 6,
        "Year Published": row["original_publication_year"].removesuffix(".0"),
        "Original Publication Year": row["original_publication_year"].removesuffix(".0"),
        "Date Read": "2023/05/14" if shelf == "read" else "",
        "Date Added": _added(number),
        "Exclusive Shelf": shelf,
        "Read Count": 1 if shelf == "read" else 0,
        "Owned Copies": 0,
    }
